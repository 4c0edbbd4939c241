/* GNU: the libraries of a running program. */
#ifndef _LINK_H
#define _LINK_H 1

#include <dlfcn.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __LP64__
typedef struct {
    uint32_t p_type, p_flags;
    uint64_t p_offset, p_vaddr, p_paddr, p_filesz, p_memsz, p_align;
} Elf64_Phdr;
typedef uint64_t Elf64_Addr;
typedef uint16_t Elf64_Half;
#define ElfW(type) Elf64_##type
#else
typedef struct {
    uint32_t p_type, p_offset, p_vaddr, p_paddr, p_filesz, p_memsz, p_flags, p_align;
} Elf32_Phdr;
typedef uint32_t Elf32_Addr;
typedef uint16_t Elf32_Half;
#define ElfW(type) Elf32_##type
#endif

struct dl_phdr_info {
    ElfW(Addr) dlpi_addr;
    const char *dlpi_name;
    const ElfW(Phdr) *dlpi_phdr;
    ElfW(Half) dlpi_phnum;
    unsigned long long dlpi_adds, dlpi_subs;
    size_t dlpi_tls_modid;
    void *dlpi_tls_data;
};

struct link_map {
    ElfW(Addr) l_addr;
    char *l_name;
    void *l_ld;
    struct link_map *l_next, *l_prev;
};

int dl_iterate_phdr(int (*)(struct dl_phdr_info *, size_t, void *), void *);

#endif

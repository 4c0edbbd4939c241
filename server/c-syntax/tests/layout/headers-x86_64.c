// Sizes and offsets of the types of POSIX and Linux; the values are those of gcc and the GNU library.
#include <aio.h>
_Static_assert((long long)(sizeof(struct aiocb)) == 168LL, "");
_Static_assert((long long)(__builtin_offsetof(struct aiocb,aio_fildes)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct aiocb,aio_lio_opcode)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct aiocb,aio_reqprio)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct aiocb,aio_buf)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct aiocb,aio_nbytes)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct aiocb,aio_sigevent)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct aiocb,aio_offset)) == 128LL, "");
#include <argp.h>
_Static_assert((long long)(sizeof(struct argp_option)) == 48LL, "");
_Static_assert((long long)(sizeof(struct argp)) == 56LL, "");
_Static_assert((long long)(sizeof(struct argp_state)) == 96LL, "");
_Static_assert((long long)(sizeof(error_t)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_option,name)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_option,key)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_option,arg)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_option,flags)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_option,doc)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_option,group)) == 40LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp,options)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp,parser)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp,args_doc)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp,doc)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp,children)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp,argp_domain)) == 48LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_state,root_argp)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_state,argc)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_state,argv)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_state,next)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_state,flags)) == 28LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_state,arg_num)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_state,quoted)) == 36LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_state,input)) == 40LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_state,child_inputs)) == 48LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_state,hook)) == 56LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_state,name)) == 64LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_state,err_stream)) == 72LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_state,out_stream)) == 80LL, "");
_Static_assert((long long)(__builtin_offsetof(struct argp_state,pstate)) == 88LL, "");
#include <asm/types.h>
_Static_assert((long long)(sizeof(__s8)) == 1LL, "");
_Static_assert((long long)(sizeof(__u8)) == 1LL, "");
_Static_assert((long long)(sizeof(__s16)) == 2LL, "");
_Static_assert((long long)(sizeof(__u16)) == 2LL, "");
_Static_assert((long long)(sizeof(__s32)) == 4LL, "");
_Static_assert((long long)(sizeof(__u32)) == 4LL, "");
_Static_assert((long long)(sizeof(__s64)) == 8LL, "");
_Static_assert((long long)(sizeof(__u64)) == 8LL, "");
#include <dirent.h>
_Static_assert((long long)(sizeof(struct dirent)) == 280LL, "");
_Static_assert((long long)(__builtin_offsetof(struct dirent,d_ino)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct dirent,d_off)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct dirent,d_reclen)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct dirent,d_type)) == 18LL, "");
_Static_assert((long long)(__builtin_offsetof(struct dirent,d_name)) == 19LL, "");
#include <dlfcn.h>
_Static_assert((long long)(sizeof(Dl_info)) == 32LL, "");
#include <fcntl.h>
_Static_assert((long long)(sizeof(struct flock)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct flock,l_type)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct flock,l_whence)) == 2LL, "");
_Static_assert((long long)(__builtin_offsetof(struct flock,l_start)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct flock,l_len)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct flock,l_pid)) == 24LL, "");
#include <fenv.h>
_Static_assert((long long)(sizeof(fexcept_t)) == 2LL, "");
_Static_assert((long long)(sizeof(fenv_t)) == 32LL, "");
#include <ftw.h>
_Static_assert((long long)(sizeof(struct FTW)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct FTW,base)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct FTW,level)) == 4LL, "");
#include <getopt.h>
_Static_assert((long long)(sizeof(struct option)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct option,name)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct option,has_arg)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct option,flag)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct option,val)) == 24LL, "");
#include <glob.h>
_Static_assert((long long)(sizeof(size_t)) == 8LL, "");
_Static_assert((long long)(sizeof(glob_t)) == 72LL, "");
#include <grp.h>
_Static_assert((long long)(sizeof(struct group)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct group,gr_name)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct group,gr_passwd)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct group,gr_gid)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct group,gr_mem)) == 24LL, "");
#include <iconv.h>
_Static_assert((long long)(sizeof(iconv_t)) == 8LL, "");
#include <ifaddrs.h>
_Static_assert((long long)(sizeof(struct ifaddrs)) == 56LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ifaddrs,ifa_next)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ifaddrs,ifa_name)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ifaddrs,ifa_flags)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ifaddrs,ifa_addr)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ifaddrs,ifa_netmask)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ifaddrs,ifa_dstaddr)) == 40LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ifaddrs,ifa_data)) == 48LL, "");
#include <link.h>
_Static_assert((long long)(sizeof(struct dl_phdr_info)) == 64LL, "");
_Static_assert((long long)(sizeof(struct link_map)) == 40LL, "");
_Static_assert((long long)(sizeof(Elf64_Addr)) == 8LL, "");
_Static_assert((long long)(sizeof(Elf64_Half)) == 2LL, "");
_Static_assert((long long)(sizeof(Elf64_Phdr)) == 56LL, "");
_Static_assert((long long)(__builtin_offsetof(struct dl_phdr_info,dlpi_addr)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct dl_phdr_info,dlpi_name)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct dl_phdr_info,dlpi_phdr)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct dl_phdr_info,dlpi_phnum)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct dl_phdr_info,dlpi_adds)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct dl_phdr_info,dlpi_subs)) == 40LL, "");
_Static_assert((long long)(__builtin_offsetof(struct dl_phdr_info,dlpi_tls_modid)) == 48LL, "");
_Static_assert((long long)(__builtin_offsetof(struct dl_phdr_info,dlpi_tls_data)) == 56LL, "");
_Static_assert((long long)(__builtin_offsetof(struct link_map,l_addr)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct link_map,l_name)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct link_map,l_ld)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct link_map,l_next)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct link_map,l_prev)) == 32LL, "");
#include <linux/types.h>
_Static_assert((long long)(sizeof(__le16)) == 2LL, "");
_Static_assert((long long)(sizeof(__be16)) == 2LL, "");
_Static_assert((long long)(sizeof(__le32)) == 4LL, "");
_Static_assert((long long)(sizeof(__be32)) == 4LL, "");
_Static_assert((long long)(sizeof(__le64)) == 8LL, "");
_Static_assert((long long)(sizeof(__be64)) == 8LL, "");
#include <mqueue.h>
_Static_assert((long long)(sizeof(struct mq_attr)) == 64LL, "");
_Static_assert((long long)(sizeof(mqd_t)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct mq_attr,mq_flags)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct mq_attr,mq_maxmsg)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct mq_attr,mq_msgsize)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct mq_attr,mq_curmsgs)) == 24LL, "");
#include <net/if.h>
_Static_assert((long long)(sizeof(struct if_nameindex)) == 16LL, "");
_Static_assert((long long)(sizeof(struct ifmap)) == 24LL, "");
_Static_assert((long long)(sizeof(struct ifreq)) == 40LL, "");
_Static_assert((long long)(__builtin_offsetof(struct if_nameindex,if_index)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct if_nameindex,if_name)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ifmap,mem_start)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ifmap,mem_end)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ifmap,base_addr)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ifmap,irq)) == 18LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ifmap,dma)) == 19LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ifmap,port)) == 20LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ifreq,ifr_ifrn)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ifreq,ifr_ifru)) == 16LL, "");
#include <netdb.h>
_Static_assert((long long)(sizeof(struct hostent)) == 32LL, "");
_Static_assert((long long)(sizeof(struct servent)) == 32LL, "");
_Static_assert((long long)(sizeof(struct protoent)) == 24LL, "");
_Static_assert((long long)(sizeof(struct addrinfo)) == 48LL, "");
_Static_assert((long long)(__builtin_offsetof(struct hostent,h_name)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct hostent,h_aliases)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct hostent,h_addrtype)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct hostent,h_length)) == 20LL, "");
_Static_assert((long long)(__builtin_offsetof(struct hostent,h_addr_list)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct servent,s_name)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct servent,s_aliases)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct servent,s_port)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct servent,s_proto)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct protoent,p_name)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct protoent,p_aliases)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct protoent,p_proto)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct addrinfo,ai_flags)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct addrinfo,ai_family)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct addrinfo,ai_socktype)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct addrinfo,ai_protocol)) == 12LL, "");
_Static_assert((long long)(__builtin_offsetof(struct addrinfo,ai_addrlen)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct addrinfo,ai_addr)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct addrinfo,ai_canonname)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct addrinfo,ai_next)) == 40LL, "");
#include <netinet/in.h>
_Static_assert((long long)(sizeof(struct in_addr)) == 4LL, "");
_Static_assert((long long)(sizeof(struct in6_addr)) == 16LL, "");
_Static_assert((long long)(sizeof(struct sockaddr_in)) == 16LL, "");
_Static_assert((long long)(sizeof(struct sockaddr_in6)) == 28LL, "");
_Static_assert((long long)(sizeof(struct ip_mreq)) == 8LL, "");
_Static_assert((long long)(sizeof(struct ipv6_mreq)) == 20LL, "");
_Static_assert((long long)(sizeof(in_port_t)) == 2LL, "");
_Static_assert((long long)(sizeof(in_addr_t)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct in_addr,s_addr)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct in6_addr,s6_addr)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct in6_addr,s6_addr16)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct in6_addr,s6_addr32)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sockaddr_in,sin_family)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sockaddr_in,sin_port)) == 2LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sockaddr_in,sin_addr)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sockaddr_in,sin_zero)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sockaddr_in6,sin6_family)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sockaddr_in6,sin6_port)) == 2LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sockaddr_in6,sin6_flowinfo)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sockaddr_in6,sin6_addr)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sockaddr_in6,sin6_scope_id)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ip_mreq,imr_multiaddr)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ip_mreq,imr_interface)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ipv6_mreq,ipv6mr_multiaddr)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ipv6_mreq,ipv6mr_interface)) == 16LL, "");
#include <nl_types.h>
_Static_assert((long long)(sizeof(nl_catd)) == 8LL, "");
_Static_assert((long long)(sizeof(nl_item)) == 4LL, "");
#include <poll.h>
_Static_assert((long long)(sizeof(struct pollfd)) == 8LL, "");
_Static_assert((long long)(sizeof(nfds_t)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct pollfd,fd)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct pollfd,events)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct pollfd,revents)) == 6LL, "");
#include <pthread.h>
_Static_assert((long long)(sizeof(struct _pthread_cleanup_buffer)) == 32LL, "");
#include <pwd.h>
_Static_assert((long long)(sizeof(struct passwd)) == 48LL, "");
_Static_assert((long long)(__builtin_offsetof(struct passwd,pw_name)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct passwd,pw_passwd)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct passwd,pw_uid)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct passwd,pw_gid)) == 20LL, "");
_Static_assert((long long)(__builtin_offsetof(struct passwd,pw_gecos)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct passwd,pw_dir)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct passwd,pw_shell)) == 40LL, "");
#include <regex.h>
_Static_assert((long long)(sizeof(regoff_t)) == 4LL, "");
_Static_assert((long long)(sizeof(regex_t)) == 64LL, "");
_Static_assert((long long)(sizeof(regmatch_t)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct re_pattern_buffer,re_nsub)) == 48LL, "");
#include <sched.h>
_Static_assert((long long)(sizeof(struct sched_param)) == 4LL, "");
_Static_assert((long long)(sizeof(__cpu_mask)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sched_param,sched_priority)) == 0LL, "");
#include <search.h>
_Static_assert((long long)(sizeof(struct hsearch_data)) == 16LL, "");
_Static_assert((long long)(sizeof(struct qelem)) == 24LL, "");
_Static_assert((long long)(sizeof(ENTRY)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct entry,key)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct entry,data)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct hsearch_data,table)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct hsearch_data,size)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct hsearch_data,filled)) == 12LL, "");
_Static_assert((long long)(__builtin_offsetof(struct qelem,q_forw)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct qelem,q_back)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct qelem,q_data)) == 16LL, "");
#include <shadow.h>
_Static_assert((long long)(sizeof(struct spwd)) == 72LL, "");
_Static_assert((long long)(__builtin_offsetof(struct spwd,sp_namp)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct spwd,sp_pwdp)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct spwd,sp_lstchg)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct spwd,sp_min)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct spwd,sp_max)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct spwd,sp_warn)) == 40LL, "");
_Static_assert((long long)(__builtin_offsetof(struct spwd,sp_inact)) == 48LL, "");
_Static_assert((long long)(__builtin_offsetof(struct spwd,sp_expire)) == 56LL, "");
_Static_assert((long long)(__builtin_offsetof(struct spwd,sp_flag)) == 64LL, "");
#include <signal.h>
_Static_assert((long long)(sizeof(struct sigaction)) == 152LL, "");
_Static_assert((long long)(sizeof(sig_atomic_t)) == 4LL, "");
_Static_assert((long long)(sizeof(__sighandler_t)) == 8LL, "");
_Static_assert((long long)(sizeof(uid_t)) == 4LL, "");
_Static_assert((long long)(sizeof(siginfo_t)) == 128LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sigaction,sa_mask)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sigaction,sa_flags)) == 136LL, "");
#include <spawn.h>
_Static_assert((long long)(sizeof(posix_spawnattr_t)) == 336LL, "");
_Static_assert((long long)(sizeof(posix_spawn_file_actions_t)) == 80LL, "");
#include <stdlib.h>
_Static_assert((long long)(sizeof(wchar_t)) == 4LL, "");
#include <sys/epoll.h>
_Static_assert((long long)(sizeof(struct epoll_event)) == 12LL, "");
_Static_assert((long long)(sizeof(epoll_data_t)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct epoll_event,events)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct epoll_event,data)) == 4LL, "");
#include <sys/eventfd.h>
_Static_assert((long long)(sizeof(eventfd_t)) == 8LL, "");
#include <sys/inotify.h>
_Static_assert((long long)(sizeof(struct inotify_event)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct inotify_event,wd)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct inotify_event,mask)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct inotify_event,cookie)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct inotify_event,len)) == 12LL, "");
_Static_assert((long long)(__builtin_offsetof(struct inotify_event,name)) == 16LL, "");
#include <sys/ioctl.h>
_Static_assert((long long)(sizeof(struct winsize)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct winsize,ws_row)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct winsize,ws_col)) == 2LL, "");
_Static_assert((long long)(__builtin_offsetof(struct winsize,ws_xpixel)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct winsize,ws_ypixel)) == 6LL, "");
#include <sys/ipc.h>
_Static_assert((long long)(sizeof(struct ipc_perm)) == 48LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ipc_perm,uid)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ipc_perm,gid)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ipc_perm,cuid)) == 12LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ipc_perm,cgid)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ipc_perm,mode)) == 20LL, "");
#include <sys/msg.h>
_Static_assert((long long)(sizeof(struct msqid_ds)) == 120LL, "");
_Static_assert((long long)(sizeof(msgqnum_t)) == 8LL, "");
_Static_assert((long long)(sizeof(msglen_t)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct msqid_ds,msg_perm)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct msqid_ds,msg_stime)) == 48LL, "");
_Static_assert((long long)(__builtin_offsetof(struct msqid_ds,msg_rtime)) == 56LL, "");
_Static_assert((long long)(__builtin_offsetof(struct msqid_ds,msg_ctime)) == 64LL, "");
_Static_assert((long long)(__builtin_offsetof(struct msqid_ds,msg_qnum)) == 80LL, "");
_Static_assert((long long)(__builtin_offsetof(struct msqid_ds,msg_qbytes)) == 88LL, "");
_Static_assert((long long)(__builtin_offsetof(struct msqid_ds,msg_lspid)) == 96LL, "");
_Static_assert((long long)(__builtin_offsetof(struct msqid_ds,msg_lrpid)) == 100LL, "");
#include <sys/select.h>
_Static_assert((long long)(sizeof(fd_mask)) == 8LL, "");
#include <sys/sem.h>
_Static_assert((long long)(sizeof(struct sembuf)) == 6LL, "");
_Static_assert((long long)(sizeof(struct semid_ds)) == 104LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sembuf,sem_num)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sembuf,sem_op)) == 2LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sembuf,sem_flg)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct semid_ds,sem_perm)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct semid_ds,sem_otime)) == 48LL, "");
_Static_assert((long long)(__builtin_offsetof(struct semid_ds,sem_ctime)) == 64LL, "");
_Static_assert((long long)(__builtin_offsetof(struct semid_ds,sem_nsems)) == 80LL, "");
#include <sys/shm.h>
_Static_assert((long long)(sizeof(struct shmid_ds)) == 112LL, "");
_Static_assert((long long)(sizeof(shmatt_t)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct shmid_ds,shm_perm)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct shmid_ds,shm_segsz)) == 48LL, "");
_Static_assert((long long)(__builtin_offsetof(struct shmid_ds,shm_atime)) == 56LL, "");
_Static_assert((long long)(__builtin_offsetof(struct shmid_ds,shm_dtime)) == 64LL, "");
_Static_assert((long long)(__builtin_offsetof(struct shmid_ds,shm_ctime)) == 72LL, "");
_Static_assert((long long)(__builtin_offsetof(struct shmid_ds,shm_cpid)) == 80LL, "");
_Static_assert((long long)(__builtin_offsetof(struct shmid_ds,shm_lpid)) == 84LL, "");
_Static_assert((long long)(__builtin_offsetof(struct shmid_ds,shm_nattch)) == 88LL, "");
#include <sys/signalfd.h>
_Static_assert((long long)(sizeof(struct signalfd_siginfo)) == 128LL, "");
_Static_assert((long long)(__builtin_offsetof(struct signalfd_siginfo,ssi_signo)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct signalfd_siginfo,ssi_code)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct signalfd_siginfo,ssi_pid)) == 12LL, "");
_Static_assert((long long)(__builtin_offsetof(struct signalfd_siginfo,ssi_uid)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct signalfd_siginfo,ssi_fd)) == 20LL, "");
_Static_assert((long long)(__builtin_offsetof(struct signalfd_siginfo,ssi_tid)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct signalfd_siginfo,ssi_band)) == 28LL, "");
_Static_assert((long long)(__builtin_offsetof(struct signalfd_siginfo,ssi_overrun)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct signalfd_siginfo,ssi_trapno)) == 36LL, "");
_Static_assert((long long)(__builtin_offsetof(struct signalfd_siginfo,ssi_status)) == 40LL, "");
_Static_assert((long long)(__builtin_offsetof(struct signalfd_siginfo,ssi_int)) == 44LL, "");
_Static_assert((long long)(__builtin_offsetof(struct signalfd_siginfo,ssi_ptr)) == 48LL, "");
_Static_assert((long long)(__builtin_offsetof(struct signalfd_siginfo,ssi_utime)) == 56LL, "");
_Static_assert((long long)(__builtin_offsetof(struct signalfd_siginfo,ssi_stime)) == 64LL, "");
_Static_assert((long long)(__builtin_offsetof(struct signalfd_siginfo,ssi_addr)) == 72LL, "");
_Static_assert((long long)(__builtin_offsetof(struct signalfd_siginfo,ssi_addr_lsb)) == 80LL, "");
#include <sys/socket.h>
_Static_assert((long long)(sizeof(struct sockaddr)) == 16LL, "");
_Static_assert((long long)(sizeof(struct sockaddr_storage)) == 128LL, "");
_Static_assert((long long)(sizeof(struct linger)) == 8LL, "");
_Static_assert((long long)(sizeof(struct ucred)) == 12LL, "");
_Static_assert((long long)(sizeof(struct msghdr)) == 56LL, "");
_Static_assert((long long)(sizeof(struct mmsghdr)) == 64LL, "");
_Static_assert((long long)(sizeof(struct cmsghdr)) == 16LL, "");
_Static_assert((long long)(sizeof(socklen_t)) == 4LL, "");
_Static_assert((long long)(sizeof(sa_family_t)) == 2LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sockaddr,sa_family)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sockaddr,sa_data)) == 2LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sockaddr_storage,ss_family)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct linger,l_onoff)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct linger,l_linger)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ucred,pid)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ucred,uid)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ucred,gid)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct msghdr,msg_name)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct msghdr,msg_namelen)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct msghdr,msg_iov)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct msghdr,msg_iovlen)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct msghdr,msg_control)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct msghdr,msg_controllen)) == 40LL, "");
_Static_assert((long long)(__builtin_offsetof(struct msghdr,msg_flags)) == 48LL, "");
_Static_assert((long long)(__builtin_offsetof(struct mmsghdr,msg_hdr)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct mmsghdr,msg_len)) == 56LL, "");
_Static_assert((long long)(__builtin_offsetof(struct cmsghdr,cmsg_len)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct cmsghdr,cmsg_level)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct cmsghdr,cmsg_type)) == 12LL, "");
#include <sys/stat.h>
_Static_assert((long long)(sizeof(struct stat)) == 144LL, "");
_Static_assert((long long)(__builtin_offsetof(struct stat,st_dev)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct stat,st_ino)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct stat,st_nlink)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct stat,st_mode)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct stat,st_uid)) == 28LL, "");
_Static_assert((long long)(__builtin_offsetof(struct stat,st_gid)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct stat,st_rdev)) == 40LL, "");
_Static_assert((long long)(__builtin_offsetof(struct stat,st_size)) == 48LL, "");
_Static_assert((long long)(__builtin_offsetof(struct stat,st_blksize)) == 56LL, "");
_Static_assert((long long)(__builtin_offsetof(struct stat,st_blocks)) == 64LL, "");
_Static_assert((long long)(__builtin_offsetof(struct stat,st_atim)) == 72LL, "");
_Static_assert((long long)(__builtin_offsetof(struct stat,st_mtim)) == 88LL, "");
_Static_assert((long long)(__builtin_offsetof(struct stat,st_ctim)) == 104LL, "");
#include <sys/statfs.h>
_Static_assert((long long)(sizeof(struct statfs)) == 120LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statfs,f_type)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statfs,f_bsize)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statfs,f_blocks)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statfs,f_bfree)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statfs,f_bavail)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statfs,f_files)) == 40LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statfs,f_ffree)) == 48LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statfs,f_fsid)) == 56LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statfs,f_namelen)) == 64LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statfs,f_frsize)) == 72LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statfs,f_flags)) == 80LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statfs,f_spare)) == 88LL, "");
#include <sys/statvfs.h>
_Static_assert((long long)(sizeof(struct statvfs)) == 112LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statvfs,f_bsize)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statvfs,f_frsize)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statvfs,f_blocks)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statvfs,f_bfree)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statvfs,f_bavail)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statvfs,f_files)) == 40LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statvfs,f_ffree)) == 48LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statvfs,f_favail)) == 56LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statvfs,f_fsid)) == 64LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statvfs,f_flag)) == 72LL, "");
_Static_assert((long long)(__builtin_offsetof(struct statvfs,f_namemax)) == 80LL, "");
#include <sys/sysinfo.h>
_Static_assert((long long)(sizeof(struct sysinfo)) == 112LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sysinfo,uptime)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sysinfo,loads)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sysinfo,totalram)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sysinfo,freeram)) == 40LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sysinfo,sharedram)) == 48LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sysinfo,bufferram)) == 56LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sysinfo,totalswap)) == 64LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sysinfo,freeswap)) == 72LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sysinfo,procs)) == 80LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sysinfo,pad)) == 82LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sysinfo,totalhigh)) == 88LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sysinfo,freehigh)) == 96LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sysinfo,mem_unit)) == 104LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sysinfo,_f)) == 108LL, "");
#include <sys/time.h>
_Static_assert((long long)(sizeof(struct timezone)) == 8LL, "");
_Static_assert((long long)(sizeof(struct itimerval)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct timezone,tz_minuteswest)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct timezone,tz_dsttime)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct itimerval,it_interval)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct itimerval,it_value)) == 16LL, "");
#include <sys/timeb.h>
_Static_assert((long long)(sizeof(struct timeb)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct timeb,time)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct timeb,millitm)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct timeb,timezone)) == 10LL, "");
_Static_assert((long long)(__builtin_offsetof(struct timeb,dstflag)) == 12LL, "");
#include <sys/times.h>
_Static_assert((long long)(sizeof(struct tms)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct tms,tms_utime)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct tms,tms_stime)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct tms,tms_cutime)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct tms,tms_cstime)) == 24LL, "");
#include <sys/types.h>
_Static_assert((long long)(sizeof(ssize_t)) == 8LL, "");
_Static_assert((long long)(sizeof(off_t)) == 8LL, "");
_Static_assert((long long)(sizeof(__off_t)) == 8LL, "");
_Static_assert((long long)(sizeof(__ssize_t)) == 8LL, "");
_Static_assert((long long)(sizeof(off64_t)) == 8LL, "");
_Static_assert((long long)(sizeof(loff_t)) == 8LL, "");
_Static_assert((long long)(sizeof(time_t)) == 8LL, "");
_Static_assert((long long)(sizeof(clock_t)) == 8LL, "");
_Static_assert((long long)(sizeof(clockid_t)) == 4LL, "");
_Static_assert((long long)(sizeof(timer_t)) == 8LL, "");
_Static_assert((long long)(sizeof(pid_t)) == 4LL, "");
_Static_assert((long long)(sizeof(gid_t)) == 4LL, "");
_Static_assert((long long)(sizeof(id_t)) == 4LL, "");
_Static_assert((long long)(sizeof(mode_t)) == 4LL, "");
_Static_assert((long long)(sizeof(ino_t)) == 8LL, "");
_Static_assert((long long)(sizeof(dev_t)) == 8LL, "");
_Static_assert((long long)(sizeof(nlink_t)) == 8LL, "");
_Static_assert((long long)(sizeof(blksize_t)) == 8LL, "");
_Static_assert((long long)(sizeof(blkcnt_t)) == 8LL, "");
_Static_assert((long long)(sizeof(fsblkcnt_t)) == 8LL, "");
_Static_assert((long long)(sizeof(fsfilcnt_t)) == 8LL, "");
_Static_assert((long long)(sizeof(key_t)) == 4LL, "");
_Static_assert((long long)(sizeof(useconds_t)) == 4LL, "");
_Static_assert((long long)(sizeof(suseconds_t)) == 8LL, "");
_Static_assert((long long)(sizeof(caddr_t)) == 8LL, "");
_Static_assert((long long)(sizeof(u_char)) == 1LL, "");
_Static_assert((long long)(sizeof(u_short)) == 2LL, "");
_Static_assert((long long)(sizeof(u_int)) == 4LL, "");
_Static_assert((long long)(sizeof(u_long)) == 8LL, "");
_Static_assert((long long)(sizeof(ushort)) == 2LL, "");
_Static_assert((long long)(sizeof(uint)) == 4LL, "");
_Static_assert((long long)(sizeof(ulong)) == 8LL, "");
_Static_assert((long long)(sizeof(u_int8_t)) == 1LL, "");
_Static_assert((long long)(sizeof(u_int16_t)) == 2LL, "");
_Static_assert((long long)(sizeof(u_int32_t)) == 4LL, "");
_Static_assert((long long)(sizeof(u_int64_t)) == 8LL, "");
#include <sys/un.h>
_Static_assert((long long)(sizeof(struct sockaddr_un)) == 110LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sockaddr_un,sun_family)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct sockaddr_un,sun_path)) == 2LL, "");
#include <sys/utsname.h>
_Static_assert((long long)(sizeof(struct utsname)) == 390LL, "");
_Static_assert((long long)(__builtin_offsetof(struct utsname,sysname)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct utsname,nodename)) == 65LL, "");
_Static_assert((long long)(__builtin_offsetof(struct utsname,release)) == 130LL, "");
_Static_assert((long long)(__builtin_offsetof(struct utsname,version)) == 195LL, "");
_Static_assert((long long)(__builtin_offsetof(struct utsname,machine)) == 260LL, "");
_Static_assert((long long)(__builtin_offsetof(struct utsname,domainname)) == 325LL, "");
#include <termios.h>
_Static_assert((long long)(sizeof(struct termios)) == 60LL, "");
_Static_assert((long long)(sizeof(cc_t)) == 1LL, "");
_Static_assert((long long)(sizeof(speed_t)) == 4LL, "");
_Static_assert((long long)(sizeof(tcflag_t)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct termios,c_iflag)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct termios,c_oflag)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct termios,c_cflag)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct termios,c_lflag)) == 12LL, "");
_Static_assert((long long)(__builtin_offsetof(struct termios,c_line)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct termios,c_cc)) == 17LL, "");
_Static_assert((long long)(__builtin_offsetof(struct termios,c_ispeed)) == 52LL, "");
_Static_assert((long long)(__builtin_offsetof(struct termios,c_ospeed)) == 56LL, "");
#include <time.h>
_Static_assert((long long)(sizeof(struct itimerspec)) == 32LL, "");
_Static_assert((long long)(sizeof(struct tm)) == 56LL, "");
_Static_assert((long long)(__builtin_offsetof(struct itimerspec,it_interval)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct itimerspec,it_value)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct tm,tm_sec)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct tm,tm_min)) == 4LL, "");
_Static_assert((long long)(__builtin_offsetof(struct tm,tm_hour)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct tm,tm_mday)) == 12LL, "");
_Static_assert((long long)(__builtin_offsetof(struct tm,tm_mon)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct tm,tm_year)) == 20LL, "");
_Static_assert((long long)(__builtin_offsetof(struct tm,tm_wday)) == 24LL, "");
_Static_assert((long long)(__builtin_offsetof(struct tm,tm_yday)) == 28LL, "");
_Static_assert((long long)(__builtin_offsetof(struct tm,tm_isdst)) == 32LL, "");
_Static_assert((long long)(__builtin_offsetof(struct tm,tm_gmtoff)) == 40LL, "");
_Static_assert((long long)(__builtin_offsetof(struct tm,tm_zone)) == 48LL, "");
#include <ucontext.h>
_Static_assert((long long)(sizeof(greg_t)) == 8LL, "");
_Static_assert((long long)(sizeof(mcontext_t)) == 256LL, "");
_Static_assert((long long)(sizeof(ucontext_t)) == 968LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ucontext_t,uc_flags)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ucontext_t,uc_link)) == 8LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ucontext_t,uc_stack)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ucontext_t,uc_mcontext)) == 40LL, "");
_Static_assert((long long)(__builtin_offsetof(struct ucontext_t,uc_sigmask)) == 296LL, "");
#include <utime.h>
_Static_assert((long long)(sizeof(struct utimbuf)) == 16LL, "");
_Static_assert((long long)(__builtin_offsetof(struct utimbuf,actime)) == 0LL, "");
_Static_assert((long long)(__builtin_offsetof(struct utimbuf,modtime)) == 8LL, "");
#include <wordexp.h>
_Static_assert((long long)(sizeof(wordexp_t)) == 24LL, "");

-- Boolean programs in Neovim 0.7 and later. Copy this file to ~/.config/nvim/plugin/, with `boolprog` on the PATH.

local command = vim.g.boolprog_command or { 'boolprog', 'lsp' }
local group = vim.api.nvim_create_augroup('boolprog', {})

-- The first folder upwards that is a repository; a file outside of one is on its own.
local function root(file)
  local folder = vim.fn.fnamemodify(file, ':p:h')
  local repository = vim.fn.finddir('.git', folder .. ';')
  return repository == '' and folder or vim.fn.fnamemodify(repository, ':p:h:h')
end

-- Neovim before 0.8 has no vim.lsp.start: one server for all files of a root.
local clients = {}
local function start(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  local config = { name = 'boolprog', cmd = command, root_dir = root(file) }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  clients[config.root_dir] = clients[config.root_dir] or vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(buffer, clients[config.root_dir])
end

vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
  group = group,
  pattern = '*.bp',
  callback = function(event)
    -- Android has build files of the same name.
    if vim.fn.fnamemodify(event.file, ':t') ~= 'Android.bp' then
      vim.bo[event.buf].filetype = 'boolprog'
    end
  end,
})

vim.api.nvim_create_autocmd('FileType', {
  group = group,
  pattern = 'boolprog',
  callback = function(event)
    vim.bo[event.buf].commentstring = '// %s'
    start(event.buf)
  end,
})

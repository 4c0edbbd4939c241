-- Boolean programs and integer programs in Neovim 0.7 and later. Copy this file to ~/.config/nvim/plugin/, with `boolprog` on the PATH.
-- With nvim-dap, counterexamples are replayed: by `:lua require('dap').continue()`, and by running the lens above a property.

local command = vim.g.boolprog_command or { 'boolprog', 'lsp' }
-- File types, which are the names that the server has for the languages.
local languages = { 'boolprog', 'boolprog-integer' }
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

-- The command of the debug adapter: that of the server with another last word.
local function adapter()
  local arguments = vim.list_slice(command, 2, #command - 1)
  return {
    type = 'executable',
    command = command[1],
    args = vim.list_extend(arguments, { 'dap' }),
    -- The program is checked before it is replayed.
    options = { initialize_timeout_sec = 60 },
  }
end

-- Tells nvim-dap how programs are replayed, unless somebody has done so; nil if it is not there.
local function debugger()
  local found, dap = pcall(require, 'dap')
  if not found then
    return nil
  end
  dap.adapters.boolprog = dap.adapters.boolprog or adapter()
  -- A stop that nobody asked for by stepping, such as that of `:whatif`, is no second one.
  dap.defaults.boolprog.auto_continue_if_many_stopped = false
  for _, language in ipairs(languages) do
    dap.configurations[language] = dap.configurations[language] or {
      { type = 'boolprog', request = 'launch', name = 'Replay a counterexample', program = '${file}' },
    }
  end
  return dap
end

-- The lens `Replay counterexample`: exactly the counterexample that it speaks of.
vim.lsp.commands['boolprog.replay'] = function(lens, context)
  local dap = debugger()
  if not dap then
    vim.notify('Replaying a counterexample needs the plugin nvim-dap.', vim.log.levels.WARN)
    return
  end
  local uri, property = unpack(lens.arguments)
  local file = vim.uri_to_fname(uri)
  vim.lsp.buf_request(context.bufnr, 'boolprog/trace', {
    textDocument = { uri = uri },
    property = property,
  }, function(problem, trace)
    if problem or not trace then
      vim.notify(problem and problem.message or 'There is no counterexample to replay.', vim.log.levels.WARN)
      return
    end
    dap.run({ type = 'boolprog', request = 'launch', name = 'Replay ' .. property, program = file, traceDocument = trace })
  end)
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

vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
  group = group,
  pattern = '*.ip',
  callback = function(event) vim.bo[event.buf].filetype = 'boolprog-integer' end,
})

vim.api.nvim_create_autocmd('FileType', {
  group = group,
  pattern = languages,
  callback = function(event)
    vim.bo[event.buf].commentstring = '// %s'
    start(event.buf)
    debugger()
  end,
})

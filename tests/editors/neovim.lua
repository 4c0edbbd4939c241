-- A short session: what `editors/neovim/boolprog.lua` sets up finds the violation, explains and replays it, and sees the
-- repair.
-- The server is `$BOOLPROG`. Prints `ok` at the end; an error ends Neovim with an exit code.

local function say(...)
  io.stdout:write(table.concat({ ... }, ' '), '\n')
end

-- nvim-dap cannot be had where the tests run. This stands in its place, and keeps what it is told.
local replayed
local dap = {
  adapters = {},
  configurations = {},
  defaults = { boolprog = {} },
  run = function(configuration) replayed = configuration end,
}
package.preload.dap = function() return dap end

local function framed(command, arguments)
  local body = vim.json.encode({ seq = 1, type = 'request', command = command, arguments = arguments })
  return ('Content-Length: %d\r\n\r\n%s'):format(#body, body)
end

-- What nvim-dap was told starts a replay of what the lens speaks of.
local function replay(lens, context)
  assert(dap.configurations.boolprog[1].program == '${file}', vim.inspect(dap.configurations))
  vim.lsp.commands[lens.command](lens, context)
  assert(vim.wait(20000, function() return replayed ~= nil end, 20), 'nothing is replayed')
  local adapter = dap.adapters[replayed.type]
  assert(adapter.type == 'executable', vim.inspect(adapter))
  local requests = framed('initialize', { adapterID = 'nvim-dap' })
    .. framed(replayed.request, replayed)
    .. framed('configurationDone')
  local said = vim.fn.system({ adapter.command, unpack(adapter.args) }, requests)
  assert(said:find('before step 1 of', 1, true), said)
  say('replayed:', replayed.name)
end

local function session()
  vim.g.boolprog_command = { vim.env.BOOLPROG, 'lsp' }
  vim.cmd('source ' .. vim.env.BOOLPROG_PLUGIN)
  vim.cmd('edit ' .. vim.env.BOOLPROG_FILE)
  assert(vim.bo.filetype == 'boolprog', 'the file type is ' .. vim.bo.filetype)

  local function violation()
    for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
      if diagnostic.message:find('Assertion violated', 1, true) then
        return diagnostic.message
      end
    end
  end
  local function is_violated() return violation() ~= nil end
  local function is_repaired() return violation() == nil end
  assert(vim.wait(20000, is_violated, 20), 'no violation among: ' .. vim.inspect(vim.diagnostic.get(0)))
  say('violation:', violation())

  local client = (vim.lsp.get_clients or vim.lsp.get_active_clients)()[1]
  local document = vim.lsp.util.make_text_document_params()
  local function ask(method, params)
    local answers, problem = vim.lsp.buf_request_sync(0, method, params, 20000)
    assert(answers and answers[client.id], method .. ': ' .. tostring(problem))
    return answers[client.id].result
  end
  -- The violation is told as soon as it is found, while the check goes on.
  local explained
  local function is_explained()
    local hover = ask('textDocument/hover', { textDocument = document, position = { line = 16, character = 8 } })
    explained = hover.contents.value
    return explained:find('thread states', 1, true) ~= nil
  end
  assert(vim.wait(20000, is_explained, 50), explained)
  local lenses = ask('textDocument/codeLens', { textDocument = document })
  assert(lenses[1].command.title:find('violated', 1, true), lenses[1].command.title)
  say('lens:', lenses[1].command.title)
  assert(lenses[2].command.title == 'Replay counterexample', lenses[2].command.title)
  replay(lenses[2].command, { bufnr = vim.api.nvim_get_current_buf(), client_id = client.id })

  -- The assertion goes, and with it the violation.
  vim.api.nvim_buf_set_lines(0, 16, 17, false, { '      skip;' })
  assert(vim.wait(20000, is_repaired, 20), 'the violation stays')

  -- An integer program has the server's name for its language, and its counterexample can be replayed as well.
  vim.cmd('edit! ' .. vim.env.BOOLPROG_INTEGER_FILE)
  assert(vim.bo.filetype == 'boolprog-integer', 'the file type is ' .. vim.bo.filetype)
  assert(dap.configurations['boolprog-integer'][1].program == '${file}', vim.inspect(dap.configurations))
  local function is_reached()
    for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
      if diagnostic.message:find('Invariant `fits` violated', 1, true) then
        return true
      end
    end
    return false
  end
  assert(vim.wait(20000, is_reached, 20), 'no violation among: ' .. vim.inspect(vim.diagnostic.get(0)))
  vim.lsp.stop_client(client.id)
  assert(vim.wait(5000, function() return vim.lsp.client_is_stopped(client.id) end, 20), 'the server does not stop')
  say('ok')
end

local fine, problem = pcall(session)
if not fine then
  say(problem)
  vim.cmd('cquit 1')
end
vim.cmd('qall!')

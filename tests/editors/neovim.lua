-- A short session: what `editors/neovim/boolprog.lua` sets up finds the violation, explains a place, and sees the repair.
-- The server is `$BOOLPROG`. Prints `ok` at the end; an error ends Neovim with an exit code.

local function say(...)
  io.stdout:write(table.concat({ ... }, ' '), '\n')
end

local function session()
  vim.g.boolprog_command = { vim.env.BOOLPROG, 'lsp' }
  vim.cmd('source ' .. vim.env.BOOLPROG_PLUGIN)
  vim.cmd('edit ' .. vim.env.BOOLPROG_FILE)
  assert(vim.bo.filetype == 'boolprog', 'the file type is ' .. vim.bo.filetype)

  local function violation()
    for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
      if diagnostic.message:find('Assertion can fail', 1, true) then
        return diagnostic.message
      end
    end
  end
  local function is_violated() return violation() ~= nil end
  local function is_repaired() return violation() == nil end
  assert(vim.wait(20000, is_violated, 20), 'no violation among: ' .. vim.inspect(vim.diagnostic.get(0)))
  say('violation:', violation())

  local client = vim.lsp.get_active_clients()[1]
  local document = vim.lsp.util.make_text_document_params()
  local function ask(method, params)
    local answers, problem = vim.lsp.buf_request_sync(0, method, params, 20000)
    assert(answers and answers[client.id], method .. ': ' .. tostring(problem))
    return answers[client.id].result
  end
  local hover = ask('textDocument/hover', { textDocument = document, position = { line = 16, character = 8 } })
  assert(hover.contents.value:find('thread states', 1, true), hover.contents.value)
  local lenses = ask('textDocument/codeLens', { textDocument = document })
  assert(lenses[1].command.title:find('violated', 1, true), lenses[1].command.title)
  say('lens:', lenses[1].command.title)

  -- The assertion goes, and with it the violation.
  vim.api.nvim_buf_set_lines(0, 16, 17, false, { '      skip;' })
  assert(vim.wait(20000, is_repaired, 20), 'the violation stays')
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

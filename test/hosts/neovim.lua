-- What a person does in neovim: open a file, see what is found, take the fix.
-- For neovim from 0.7 on, which is Debian 12's.
local tool, file = os.getenv("TORCH_TIDY"), os.getenv("FILE")

local function finish(words)
  if words then
    io.stderr:write("neovim: " .. words .. "\n")
    vim.cmd("cquit 1")
  end
  vim.cmd("qall!")
end

local function wait(what, condition)
  if not vim.wait(120000, condition, 50) then
    finish("waited too long for " .. what)
  end
end

local function found()
  return vim.diagnostic.get(0)
end

local ok, why = pcall(function()
  vim.cmd("edit " .. vim.fn.fnameescape(file))
  local client = vim.lsp.start_client({
    name = "torch-tidy",
    cmd = { tool, "lsp" },
    root_dir = vim.fn.fnamemodify(file, ":h"),
  })
  vim.lsp.buf_attach_client(0, client)
  wait("a finding", function() return #found() == 1 end)
  local one = found()[1]
  assert(one.code == "torch-unregistered-state", vim.inspect(one))
  assert(one.source == "torch-tidy" and one.lnum == 2, vim.inspect(one))

  -- Hover, where it stands.
  local at = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = 4, character = 18 } }
  local hover = vim.lsp.buf_request_sync(0, "textDocument/hover", at, 60000)
  assert(hover[client].result.contents.value:find("never registered", 1, true), vim.inspect(hover))

  -- The first action that is offered there.
  vim.ui.select = function(items, _, choose) choose(items[1], 1) end
  vim.api.nvim_win_set_cursor(0, { one.lnum + 1, one.col })
  vim.lsp.buf.code_action()
  wait("the fix", function()
    return vim.api.nvim_buf_get_lines(0, 2, 3, true)[1]:find("register_buffer", 1, true) ~= nil
  end)
  wait("no finding", function() return #found() == 0 end)

  -- What is typed, without being saved.
  local mended = vim.api.nvim_buf_get_lines(0, 2, 3, true)
  vim.api.nvim_buf_set_lines(0, 2, 3, true, { "  NetImpl() { cache = torch::ones({10}); }" })
  wait("the finding again", function() return #found() == 1 end)
  vim.api.nvim_buf_set_lines(0, 2, 3, true, mended)
  wait("no finding again", function() return #found() == 0 end)
  vim.cmd("silent write")
end)
finish(not ok and tostring(why) or nil)

-- Opens INVENTORY with the server TOOL, and prints what a user of Neovim sees: diagnostics, a completed export, a jump.
local function say(line) io.stdout:write(line .. '\n') end
local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then say('waited in vain for ' .. what); vim.cmd('cquit') end
end

vim.cmd('edit ' .. vim.env.INVENTORY)
vim.bo.filetype = 'yaml'
local client = vim.lsp.start_client({ name = 'inventory_script', cmd = { vim.env.NODE, vim.env.TOOL, 'lsp' }, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, client)

wait('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
for _, each in ipairs(vim.diagnostic.get(0)) do
  say(string.format('diagnostic %d:%d %s %s', each.lnum + 1, each.col + 1, each.code or each.user_data.lsp.code, vim.split(each.message, '\n')[1]))
end

-- Complete the export behind `${network.`, as the menu would.
local row, column = 3, #'vars: {a: "${network.'
vim.api.nvim_win_set_cursor(0, { row, column })
local params = vim.lsp.util.make_position_params(0, 'utf-16')
local answers = vim.lsp.buf_request_sync(0, 'textDocument/completion', params, 10000)
local items = vim.lsp.util.extract_completion_items(answers[client].result)
say('offered ' .. table.concat(vim.tbl_map(function(each) return each.label end, items), ' '))
vim.lsp.util.apply_text_edits({ items[1].textEdit }, 0, 'utf-16')
say('line ' .. vim.api.nvim_buf_get_lines(0, row - 1, row, true)[1])

-- The diagnostics are gone; jump to where the export is defined.
wait('no diagnostics', function() return #vim.diagnostic.get(0) == 0 end)
vim.bo.buflisted = true
vim.o.hidden = true
vim.api.nvim_win_set_cursor(0, { row, column + 2 })
vim.lsp.buf.definition()
wait('a jump', function() return vim.fn.expand('%:p'):match('network/inventory.yaml$') ~= nil end)
say('at ' .. vim.fn.expand('%:.') .. ' ' .. table.concat(vim.api.nvim_win_get_cursor(0), ':') .. ' ' .. vim.fn.expand('<cword>'))
vim.lsp.stop_client(client)
vim.cmd('qall!')

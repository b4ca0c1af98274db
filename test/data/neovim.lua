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

-- Type the export behind `${network.` by the menu, as a user does: keys are taken only while the editor idles.
vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'
vim.o.completeopt = 'menuone,noinsert'
local function idle_until(what, condition, continue, tries)
  if condition() then return continue() end
  if (tries or 0) > 1000 then say('waited in vain for ' .. what); vim.cmd('cquit') end
  vim.defer_fn(function() idle_until(what, condition, continue, (tries or 0) + 1) end, 20)
end
local function menu() return vim.fn.complete_info({ 'items', 'pum_visible' }) end
local column = #'vars: {a: "${network.'

local function jump()
  say('line ' .. vim.api.nvim_buf_get_lines(0, 2, 3, true)[1])
  -- The diagnostics are gone; jump to where the export is defined.
  wait('no diagnostics', function() return #vim.diagnostic.get(0) == 0 end)
  vim.bo.buflisted = true
  vim.o.hidden = true
  vim.api.nvim_win_set_cursor(0, { 3, column + 2 })
  vim.lsp.buf.definition()
  wait('a jump', function() return vim.fn.expand('%:p'):match('network/inventory.yaml$') ~= nil end)
  say('at ' .. vim.fn.expand('%:.') .. ' ' .. table.concat(vim.api.nvim_win_get_cursor(0), ':') .. ' ' .. vim.fn.expand('<cword>'))
  vim.lsp.stop_client(client)
  vim.cmd('qall!')
end

vim.api.nvim_win_set_cursor(0, { 3, column - 1 })
vim.api.nvim_input('av<C-x><C-o>')
idle_until('the menu', function() return menu().pum_visible == 1 end, function()
  say('menu ' .. table.concat(vim.tbl_map(function(each) return each.abbr .. ' ' .. each.kind end, menu().items), ', '))
  vim.api.nvim_input('<C-y><Esc>')
  idle_until('the word', function() return vim.fn.mode() == 'n' and menu().pum_visible == 0 end, jump)
end)

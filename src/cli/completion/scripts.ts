/** What `completion SHELL` prints: a script that asks the program for what may stand where the cursor is. */

export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

const bash = `# Completion of inventory-script for bash. In ~/.bashrc:  source <(inventory-script completion bash)
_inventory_script() {
  local line=\${COMP_LINE:0:COMP_POINT} program=inventory-script words current before breaks otherwise word rest
  read -a words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  current=\${words[\${#words[@]}-1]}
  [[ \${words[0]##*/} == inventory-script ]] && program=\${words[0]/#~\\//$HOME/}
  # Readline replaces what stands behind an open quote, else behind the last of its word breaks.
  breaks=\${COMP_WORDBREAKS//[[:space:]\\"\\']/} before=
  if [[ $current == *[\\"\\']* ]]; then
    before=\${current%%[\\"\\']*}
    current=$before\${current#*[\\"\\']}
    words[\${#words[@]}-1]=$current
  elif [[ -n $breaks ]]; then
    before=\${current%"\${current##*["$breaks"]}"}
  fi
  COMPREPLY=()
  { read -r otherwise
    while IFS=$'\\t' read -r word rest; do COMPREPLY+=("\${word#"$before"}"); done
  } < <("$program" __complete bash "\${words[@]}" 2>/dev/null)
  if [[ \${#COMPREPLY[@]} -eq 0 ]]; then
    case $otherwise in
      files) compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "$current")) ;;
      folders) compopt -o dirnames 2>/dev/null || COMPREPLY=($(compgen -d -- "$current")) ;;
    esac
  fi
}
complete -F _inventory_script inventory-script inventory.yaml inventory.yml
`;

const zsh = `#compdef inventory-script inventory.yaml inventory.yml
# Completion of inventory-script for zsh. In a folder of $fpath, as _inventory-script; or, behind compinit in ~/.zshrc:
#   source <(inventory-script completion zsh)
_inventory_script() {
  local program=inventory-script line word
  local -a answer candidates
  [[ \${words[1]:t} == inventory-script ]] && program=\${(Q)words[1]/#\\~\\//$HOME/}
  answer=("\${(@f)$("$program" __complete zsh "\${(@Q)words[1,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
  for line in "\${(@)answer[2,-1]}"; do
    word=\${\${line%%$'\\t'*}//:/\\\\:}
    if [[ $line == *$'\\t'* ]]; then candidates+=("$word:\${line#*$'\\t'}"); else candidates+=("$word"); fi
  done
  if (( \${#candidates} )); then
    _describe -t inventory-script 'inventory-script' candidates
  elif [[ \${answer[1]} == files ]]; then
    _files
  elif [[ \${answer[1]} == folders ]]; then
    _files -/
  else
    return 1
  fi
}
if [[ \${funcstack[1]} == _inventory-script ]]; then
  _inventory_script "$@"
else
  compdef _inventory_script inventory-script inventory.yaml inventory.yml
fi
`;

const fish = `# Completion of inventory-script for fish:
#   inventory-script completion fish > ~/.config/fish/completions/inventory-script.fish
function __inventory_script_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program inventory-script
    string match -q '*/inventory-script' -- $words[1]; and set program (string replace -r '^~/' "$HOME/" -- $words[1])
    set -l answer ($program __complete fish $words "$current" 2>/dev/null)
    if test (count $answer) -gt 1
        printf '%s\\n' $answer[2..-1]
    else if test "$answer[1]" = files
        __fish_complete_path "$current"
    else if test "$answer[1]" = folders
        __fish_complete_directories "$current" ''
    end
end
complete -c inventory-script -f -a '(__inventory_script_complete)'
complete -c inventory.yaml -f -a '(__inventory_script_complete)'
complete -c inventory.yml -f -a '(__inventory_script_complete)'
`;

const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish };

/** The script for one shell. */
export function completionScript(shell: Shell): string {
  return scripts[shell];
}

/** What decides beside the command line, and how a run ends: for help and the manual. */

/** What the environment decides. */
export const environment = [
  { name: 'INVENTORY_SCRIPT_FILE', description: 'the inventory, where none is named' },
  {
    name: 'INVENTORY_SCRIPT_CACHE',
    description: '1: use and fill the cache of the output; 0: neither, whatever the inventory says',
  },
  {
    name: 'INVENTORY_SCRIPT_CACHE_DIR',
    description:
      'the folder of the cache; by default inventory-script in XDG_CACHE_HOME, else in ~/.cache',
  },
  { name: 'NO_COLOR', description: 'not empty: messages are not coloured' },
  {
    name: 'FORCE_COLOR',
    description: 'not empty: messages are coloured, on a terminal or not; 0 or false: they are not',
  },
] as const;

export const exitCodes = [
  { code: 0, description: 'all is well' },
  { code: 1, description: 'the inventory has errors, or what was asked for cannot be done' },
  { code: 2, description: 'wrong usage' },
  { code: 70, description: 'a bug in the program' },
] as const;

/** What an inventory is called in a folder. */
export const inventoryNames = ['inventory.yaml', 'inventory.yml'] as const;

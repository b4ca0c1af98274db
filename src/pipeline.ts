/**
 * The phases in order: load → check → resolve. The library's public functions; every command goes through here.
 */
export {};

/** Paths that every session reads first; what agents write there never lands unseen. */
export const PINNED_PATHS = ['/MEMORY.md', '/AGENTS.md', '/CLAUDE.md', '/README.md'] as const

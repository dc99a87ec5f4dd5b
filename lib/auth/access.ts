/**
 * The accesses of keys, each including those before it: say which call wrote a file of a watched
 * folder, and nothing else; read the installation's figures (`/metrics`), and no memory; read;
 * change memories; decide on agents' pending writes; create, change and delete stores, and redact
 * (review page, Terms).
 */
export const ACCESSES = ['hook', 'metrics', 'read', 'write', 'review', 'admin'] as const
export type Access = (typeof ACCESSES)[number]

/** The holders of keys: agents, or people's programs. An agent never decides. */
export const PURPOSES = ['agent', 'script'] as const
export type Purpose = (typeof PURPOSES)[number]

export function covers(granted: Access, needed: Access): boolean {
  return ACCESSES.indexOf(granted) >= ACCESSES.indexOf(needed)
}

/** A key's default purpose: one that reads and writes memories is taken for an agent's. */
export function usualPurpose(access: Access): Purpose {
  return access === 'hook' || access === 'read' || access === 'write' ? 'agent' : 'script'
}

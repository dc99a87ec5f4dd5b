/** A store as the memory tool addresses it. */
export interface Mount {
  storeId: string
  /** its directory under `/memories` when several are attached (lib/text/mount-name) */
  name: string
  /** its name as people know it; left out: only the short one is known */
  fullName?: string | undefined
  access: 'read_write' | 'read_only'
}

/** The store that a model names: by its short name, its id, or its name if no other has it. */
export function mountNamed<Named extends Mount>(
  mounts: readonly Named[],
  wanted: string,
): Named | null {
  const exact = mounts.find(({ storeId, name }) => storeId === wanted || name === wanted)
  if (exact) return exact
  const [named, ...others] = mounts.filter(({ fullName }) => fullName === wanted)
  return named && others.length === 0 ? named : null
}

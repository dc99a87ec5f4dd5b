/** Settings by their dotted names, as `context.compact_at`. */

type Part = Record<string, unknown>

export const valueAt = (all: object, name: string): unknown =>
  name.split('.').reduce<unknown>((part, each) => (part as Part)[each] ?? null, all)

/** The same with some of them changed. */
export function withValues<All extends object>(all: All, changes: Part): All {
  const changed = structuredClone(all)
  for (const [name, value] of Object.entries(changes)) {
    const path = name.split('.')
    const last = path.pop() ?? ''
    let part = changed as Part
    for (const each of path) part = (part[each] ??= {}) as Part
    part[last] = value
  }
  return changed
}

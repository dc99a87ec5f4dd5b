/** A row of a fully expanded tree: a directory's name, or a file. */
export type PathRow<File> =
  | { kind: 'directory'; path: string; name: string; depth: number }
  | { kind: 'file'; file: File; name: string; depth: number }

/** The rows of a tree of files sorted by path: each directory once, before its contents. */
export function pathRows<File extends { path: string }>(files: readonly File[]): PathRow<File>[] {
  const rows: PathRow<File>[] = []
  let open: string[] = []
  for (const file of files) {
    const segments = file.path.split('/').slice(1)
    const name = segments.pop() ?? ''
    let common = 0
    while (common < segments.length && segments[common] === open[common]) common++
    for (let depth = common; depth < segments.length; depth++) {
      const path = `/${segments.slice(0, depth + 1).join('/')}`
      rows.push({ kind: 'directory', path, name: segments[depth] ?? '', depth })
    }
    open = segments
    rows.push({ kind: 'file', file, name, depth: segments.length })
  }
  return rows
}

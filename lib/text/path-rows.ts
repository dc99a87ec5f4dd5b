/** A row of a tree that is shown whole: a directory's name, or a file. */
export type PathRow<File> =
  | { kind: 'directory'; path: string; name: string; depth: number }
  | { kind: 'file'; file: File; name: string; depth: number }

/** Files in the order of their paths as the rows of a tree: each directory once, before what lies in it. */
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

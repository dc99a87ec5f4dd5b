/** The directory that holds all of some paths, without the slash before it; '': only the root does. */
export function commonDirectory(paths: readonly string[]): string {
  const [first = [], ...others] = paths.map((path) => path.split('/').slice(1, -1))
  let length = first.length
  for (const parts of others) {
    const differs = first.findIndex((part, index) => parts[index] !== part)
    if (differs !== -1) length = Math.min(length, differs)
  }
  return length === 0 ? '' : `${first.slice(0, length).join('/')}/`
}

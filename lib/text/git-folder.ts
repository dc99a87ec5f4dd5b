/**
 * The folder in whose `.git` a path of a source lies, '' for the source itself; null: it is no part
 * of what git keeps, which is never a memory. (An export of ours escapes the name of a memory that
 * is called so.)
 */
export function repositoryOf(path: string): string | null {
  const folders = path.split('/')
  const at = folders.indexOf('.git')
  return at === -1 ? null : folders.slice(0, at).join('/')
}

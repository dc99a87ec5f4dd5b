/** The path of a memory that an archive's entry becomes; what is wrong with it the plan will say. */
export function archivePath(name: string): string {
  return `/${name.replace(/^(\.?\/+)+/, '')}`
}

/** A damaged version in words for a caller of the API, an agent or whoever typed the command. */
export function damagedInEnglish(versionId: string): string {
  return `What is stored of the version ${versionId} is damaged, so it cannot be read. Another version of the memory can be restored in its place.`
}

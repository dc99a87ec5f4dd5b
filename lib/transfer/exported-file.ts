/** A memory on its way out. */
export interface ExportedFile {
  path: string
  content: string
  /** milliseconds since 1970 */
  updatedAt: number
}

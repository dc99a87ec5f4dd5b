/** A memory to be exported. */
export interface ExportedFile {
  path: string
  content: string
  /** milliseconds since 1970 */
  updatedAt: number
}

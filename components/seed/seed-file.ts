/** A file that a person chose or dropped, and the path it has among the others. */
export interface SeedFile {
  /** relative, `notes/a.md` */
  path: string
  file: File
}

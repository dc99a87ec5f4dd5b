/** A file that a person chose or dropped, with its path among the others. */
export interface SeedFile {
  /** relative, `notes/a.md` */
  path: string
  file: File
}

/** A file or a folder, as a drop event has it. */
export interface DroppedItem {
  entry: FileSystemEntry | null
  file: File | null
}

/** A file that a person chose or dropped, with its path among the others. */
export interface SeedFile {
  /** relative, `notes/a.md` */
  path: string
  file: File
}

/** Files that a person chose or dropped. */
export interface ChosenFiles {
  /** without what git keeps in `.git` */
  files: SeedFile[]
  /** paths of the folders among them that are git repositories; '' for what has no folder */
  repositories: string[]
}

/** A file or a folder, as a drop event has it. */
export interface DroppedItem {
  entry: FileSystemEntry | null
  file: File | null
}

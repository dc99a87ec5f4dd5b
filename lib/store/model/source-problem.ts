/** The reason that a source of a seeding cannot be read, with its facts. Sizes in bytes. */
export type SourceProblem =
  // where the source is
  | { code: 'nothing_there'; path: string }
  /** `errno`: the operating system's code, such as `EACCES` */
  | { code: 'unreadable'; path: string; errno: string }
  | { code: 'not_a_folder'; path: string }
  | { code: 'is_a_folder'; path: string }
  | { code: 'not_a_file'; path: string }
  | { code: 'moved_while_read'; path: string }
  /** `allowed`: the folders that the server may read, joined, or the word none */
  | { code: 'folder_not_allowed'; path: string; allowed: string }
  // what the source is
  | { code: 'unknown_format' }
  | { code: 'damaged' }
  | { code: 'zip_damaged'; how: ZipDamage }
  /** `detail`: what the library that reads it says, in English */
  | { code: 'tar_damaged'; detail: string }
  /** files of a zip share bytes, as only a bomb's do */
  | { code: 'zip_shares_bytes' }
  // how much it holds
  | { code: 'too_many_files'; kind: 'zip' | 'tar' | 'folder'; maximum: number }
  | { code: 'too_large'; kind: 'file' | 'folder'; maximum: number }
  | { code: 'unpacks_too_large'; size: number; maximum: number }
  | { code: 'too_many_lines'; maximum: number }
  | { code: 'took_too_long'; seconds: number }
  | { code: 'upload_too_large'; maximum: number }
  // a line of JSON Lines
  | { code: 'line_too_long'; line: number; maximum: number }
  | { code: 'line_not_utf8'; line: number }
  | { code: 'line_not_json'; line: number }
  | { code: 'line_too_many_values'; line: number; maximum: number }
  /** `detail`: what the schema says, in English */
  | { code: 'line_invalid'; line: number; detail: string }
  // a git repository
  | { code: 'git_leads_out'; part: string; path: string }
  | { code: 'git_leads_on'; path: string }
  | { code: 'git_setting_leads_out'; setting: string; path: string }
  | { code: 'git_content_missing'; id: string }
  | { code: 'git_ended_early' }
  | { code: 'git_not_installed' }
  /** `detail`: git's own words, in English; empty: it had none */
  | { code: 'git_failed'; detail: string }

export type ZipDamage = 'ends_early' | 'leads_far_outside' | 'list_unreadable' | 'end_missing'

/** A store as the memory tool addresses it. */
export interface Mount {
  storeId: string
  /** its directory under `/memories` when several are attached (lib/text/mount-name) */
  name: string
  access: 'read_write' | 'read_only'
}

/** Two versions of a memory; null: the memory does not exist. */
export interface ComparedVersions {
  storeId: string
  beforeId: string | null
  afterId: string | null
}

/** Two versions of a memory; null: it is not there. */
export interface ComparedVersions {
  storeId: string
  beforeId: string | null
  afterId: string | null
}

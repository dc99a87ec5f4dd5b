/**
 * The path of a row of `memories m`, or its last one if it is deleted; null: its path was redacted.
 * Costs a query by key for deleted ones.
 */
export const LAST_PATH = `coalesce(m.path, (SELECT n.path FROM memory_versions v CROSS JOIN path_nodes n
  WHERE v.store_key = m.store_key AND v.sequence = m.head_sequence AND n.key = v.node_key))`

/** 1 if the memory is deleted, else 0. */
export const IS_DELETED = 'CASE WHEN m.path IS NULL THEN 1 ELSE 0 END'

import { IMPORTED, IMPORTER_IDS } from '../../model/author-of'

/**
 * True if a version `v` was only taken over, from a source that names no author (`authorOf`). Costs
 * a look-up by key for each version of a batch.
 */
const IS_TAKEN_OVER = `v.batch_key IS NOT NULL
  AND (v.actor_type <> 'user' OR v.actor_id IN (${IMPORTER_IDS.map((id) => `'${id}'`).join(', ')}))
  AND EXISTS (SELECT 1 FROM batches taken WHERE taken.key = v.batch_key
    AND taken.kind IN ('seed', 'history'))`

const authorColumn = (author: string, actor: string) =>
  `CASE WHEN ${IS_TAKEN_OVER} THEN '${author}' ELSE ${actor} END`

/** The type and the id of the author of a version `v`, as pages name them (`authorOf`). */
export const AUTHOR_TYPE = authorColumn(IMPORTED.type, 'v.actor_type')
export const AUTHOR_ID = authorColumn(IMPORTED.id, 'v.actor_id')

// The project's own lint rules, loaded by .oxlintrc.json.
import { importDirections } from './import-directions.mjs'
import { statements } from './statements.mjs'
import { writtenKeys } from './written-keys.mjs'

export default {
  meta: { name: 'palimpsest' },
  rules: { 'import-directions': importDirections, statements, 'written-keys': writtenKeys },
}

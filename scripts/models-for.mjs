// The models as one database takes them: prisma/models with what differs between the two.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const models = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', 'prisma', 'models')

/** A relation by which the client reads and the database holds nothing. */
const READ_ONLY_RELATION = /^.*\/\/\/ read only$\n/gm

/** Enums are checked by the client; the databases hold texts, and PostgreSQL has enums of its own. */
function withoutEnums(text, enums) {
  const fields = new RegExp(`^( +\\w+ +)(?:${enums.join('|')})\\b(.*)$`, 'gm')
  return text.replace(/^enum \w+ \{[^}]*\}\n/gm, '').replace(fields, (_, field, rest) => {
    return `${field}String${rest.replace(/@default\((\w+)\)/, '@default("$1")')}`
  })
}

/**
 * Files of a schema, by name and text; `tables`: without the relations that are for reading only.
 *
 * @param {'sqlite' | 'postgresql'} database
 * @returns {[string, string][]}
 */
export function modelsFor(database, { tables = false } = {}) {
  const files = readdirSync(models)
    .sort()
    .map((name) => [
      path.join('prisma', 'models', name),
      readFileSync(path.join(models, name), 'utf8'),
    ])
  const enums = files.flatMap(([, text]) =>
    [...text.matchAll(/^enum (\w+)/gm)].map(([, name]) => name),
  )
  return files.map(([name, text]) => {
    const written = tables ? text.replace(READ_ONLY_RELATION, '') : text
    return [name, database === 'postgresql' ? forPostgresql(written, enums) : written]
  })
}

function forPostgresql(text, enums) {
  return withoutEnums(text, enums).replace('provider = "sqlite"', 'provider = "postgresql"')
}

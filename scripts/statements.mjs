// Where SQL may stand (docs/decisions/0034): in the `sql` folder of its room, a question a function, so
// that one test prepares every statement. A lint rule, loaded by lint-plugin.mjs; house.mjs counts by
// the same words.
import path from 'node:path'

/** First words of a statement, complete or put together. */
export const BEGINNINGS = 'SELECT|INSERT INTO|INSERT OR|UPDATE|DELETE FROM|WITH'

/** Tables and functions of the databases and of Prisma's migrations, which no model has. */
export const OF_ENGINE = 'pg_|sqlite_master|_prisma_migrations|to_regclass|current_setting|nextval'

/** A quick look at a whole file. */
const mayBegin = new RegExp(`\\b(?:${BEGINNINGS})\\s`)
const begins = new RegExp(`^\\s*(?:${BEGINNINGS})\\s`)
const isOfEngine = new RegExp(`\\b(?:${OF_ENGINE})`)

/** Files of the product, without tests. */
const PRODUCT = /^(?:app|bin|cli|components|lib)\/(?!.*(?:\.test\.|\/generated\/))/

const mayHold = (file) => !PRODUCT.test(file) || /\/sql\/[^/]+$/.test(file)

/** The fault of a text in a file, relative to the root, in words; null: none. */
export function statementProblem(file, text) {
  if (mayHold(file) || !begins.test(text) || isOfEngine.test(text)) return null
  return 'SQL stands in the `sql` folder of its room: see docs/decisions/0034.'
}

export const statements = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = path.relative(context.cwd, context.filename).split(path.sep).join('/')
    if (mayHold(file) || !mayBegin.test(context.sourceCode.text)) return {}
    const check = (node, text) => {
      const message = statementProblem(file, text)
      if (message) context.report({ node, message })
    }
    return {
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
      TemplateLiteral: (node) => check(node, node.quasis.map(({ value }) => value.raw).join('?')),
    }
  },
}

// A lint rule: keys of TanStack Query are written in the queries.ts of a feature and nowhere else.

const KEYS = /^(query|mutation)Key$/
const TAKES_KEY = /^[gs]etQuer(y|ies)(Data|State|Defaults)$/

/** Reports a key that is written out as an array, as an option or as a first argument. */
export const writtenKeys = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const report = (node) => {
      if (node?.type !== 'ArrayExpression') return
      context.report({ node, message: 'A key of a query is written in queries.ts.' })
    }
    return {
      Property: (node) => KEYS.test(node.key.name ?? '') && report(node.value),
      CallExpression: (node) =>
        TAKES_KEY.test(node.callee.property?.name ?? '') && report(node.arguments[0]),
    }
  },
}

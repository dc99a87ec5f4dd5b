// Makes scripts of `messages/*.json` (next.config.js): the texts compiled, so that the browser needs
// no parser of the message format, and of a group only its own.
import compile from 'icu-minify/compile'
import { TEXT_GROUPS } from './text-groups.mjs'

/** @this {{ getOptions: () => { group?: keyof typeof TEXT_GROUPS } }} */
export default function loadTexts(source) {
  const { group } = this.getOptions()
  const all = JSON.parse(source)
  const shown = group === undefined ? all : groupOf(all, TEXT_GROUPS[group])
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiledTexts(shown)))})`
}

/** Every text of a tree, compiled. */
export function compiledTexts(tree) {
  if (typeof tree === 'string') return compile(tree)
  return Object.fromEntries(
    Object.entries(tree).map(([name, below]) => [name, compiledTexts(below)]),
  )
}

function groupOf(all, names) {
  return Object.fromEntries(names.map((name) => [name, all[name]]))
}

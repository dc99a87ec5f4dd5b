import { DATA_NOTE } from '@/lib/memory-tool/words'

/**
 * What a memory holds, between marks that say that it is data. Their name is made from an event's random
 * id and does not occur in the text: nothing in a store can close it, and the same log gives the same
 * bytes. (The `memory_*` tools mark their answers by themselves.)
 */
export function asMemoryData(text: string, id: string): string {
  const name = nameFor(text, id)
  return `<${name}>\n${text}\n</${name}>\n${DATA_NOTE}`
}

const ID_CHARACTERS = 12

function nameFor(text: string, id: string): string {
  const base = `memory-data-${id.replace(/[^A-Za-z0-9]/g, '').slice(-ID_CHARACTERS)}`
  const lower = text.toLowerCase()
  for (let count = 0; ; count++) {
    const name = count === 0 ? base : `${base}-${count}`
    if (!lower.includes(name.toLowerCase())) return name
  }
}

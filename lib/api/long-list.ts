import { turns } from '@/lib/turns'
import { byteStream } from './byte-stream'
import { answerHeaders } from './respond'

const PIECE_CHARS = 64 * 1024

export interface LongList<Item> {
  /** the fields beside the list */
  about: object
  /** the list's name */
  name: string
  items: readonly Item[]
  wire: (item: Item) => object
}

/** A JSON response whose list is too long to serialise in one turn of the event loop. */
export function respondLongList<Item>(list: LongList<Item>, requestId: string): Response {
  return new Response(byteStream(piecesOf(list)), {
    headers: { ...answerHeaders(requestId), 'content-type': 'application/json' },
  })
}

async function* piecesOf<Item>({
  about,
  name,
  items,
  wire,
}: LongList<Item>): AsyncGenerator<Uint8Array> {
  const maybeYield = turns()
  let piece = `${JSON.stringify(about).slice(0, -1)},${JSON.stringify(name)}:[`
  for (const [at, item] of items.entries()) {
    piece += `${at === 0 ? '' : ','}${JSON.stringify(wire(item))}`
    if (piece.length >= PIECE_CHARS) {
      yield Buffer.from(piece, 'utf8')
      piece = ''
    }
    await maybeYield()
  }
  yield Buffer.from(`${piece}]}`, 'utf8')
}

import { moment, numbers, storeOf } from './fill'
import type { Ground } from './ground'
import { ask } from './http-call'
import { askedInTurns, clocked, type Subject } from './measure'
import { part } from './part'
import { counted } from './row'
import { firstPaint, untilPainted } from './until-painted'

/** Memories that changed, and the lines of each, one in ten of them rewritten. */
interface Compared {
  memories: number
  lines: number
}

/**
 * Two moments of a store compared in a real browser, with very many memories changed in between.
 */
export const comparePart = part(
  {
    compared: [
      [
        { memories: 30, lines: 60 },
        { memories: 300, lines: 60 },
        { memories: 300, lines: 1_000 },
        { memories: 5_000, lines: 10 },
      ],
      // The first ten differences are expanded at first; later ones are expanded on click.
      [{ memories: 12, lines: 20 }],
    ],
    rounds: [20, 1],
  },
  async ({ compared, rounds }, ground) => {
    const stores: Subject[] = []
    for (const size of compared) stores.push(await openStore(ground, size))
    return askedInTurns(stores, { rounds, warmUp: 1 })
  },
)

async function openStore(ground: Ground, { memories, lines }: Compared): Promise<Subject> {
  const { url } = await ground.server()
  const moments = [0, 1].map((turn) =>
    moment(
      turn,
      numbers(memories).map((index) => memoryAt(index, lines, turn)),
    ),
  )
  const storeId = await storeOf(url, `${memories} of ${lines}`, moments)
  const address = `/stores/${storeId}/compare?from=${memories}&to=now`
  const page = await ground.page()
  return {
    name: `${counted(memories, 'memories')} of ${counted(lines, 'lines')}`,
    questions: {
      'compare: the server answers': clocked(async () => (await ask(url + address)).text()),
      'compare: first contentful paint': async () => {
        await page.goto(address)
        return firstPaint(page)
      },
      'compare: a difference is opened': async (turn) => {
        if (turn === 0) await page.waitForLoadState('networkidle')
        const other = page.locator('a[data-file-change]:not([aria-current])').first()
        const path = (await other.getAttribute('title')) ?? ''
        const click = `a[data-file-change][title="${path}"]`
        return untilPainted(page, { click }, { selector: '.compare-diff h2', text: path })
      },
    },
  }
}

/** Returns a memory's text as it is written first, then as it is rewritten. */
function memoryAt(index: number, lines: number, turn: number) {
  const content = numbers(lines).map((line) => {
    const rewritten = line % 10 === 3 ? ` in turn ${turn}` : ''
    return `line ${line} of what was learned about thing ${index * 7 + line}${rewritten}\n`
  })
  return { path: `/notes/${Math.floor(index / 50)}/${index}.md`, content: content.join('') }
}

import { readFileSync } from 'node:fs'

/** Answers what `lib/db/in-a-process.ts` asks: JSON comes, and JSON goes, also of an error and its code. */
export async function answer(work) {
  try {
    const found = await work(JSON.parse(readFileSync(0, 'utf8')))
    console.log(JSON.stringify({ answer: found }))
  } catch ({ message, code }) {
    console.log(JSON.stringify({ error: { message, code } }))
  }
}

/** Answers what `lib/db/in-a-process.ts` asks, also with an error and its code, until nobody asks any more. */
process.on('message', async ({ script, input }) => {
  try {
    const { default: work } = await import(`./${script}.mjs`)
    process.send({ answer: await work(input) })
  } catch ({ message, code }) {
    process.send({ error: { message, code } })
  }
})

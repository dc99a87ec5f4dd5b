/** When a page is rendered; its ages are told from there, so that they are the same in the browser. */
export const requestTime = (): number => Date.now()

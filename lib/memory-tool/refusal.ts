/** The tool's refusal of a command; the text is the whole answer. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal'
}

export function refuseCall(answer: string): never {
  throw new ToolRefusal(answer)
}

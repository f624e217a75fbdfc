/** A text of anyone's, without characters that are invisible or that reverse the text beside them. */
export function visibleOf(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
}

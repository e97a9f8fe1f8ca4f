/** The ministry's words as one sentence: some of its texts end in a full stop, most do not. */
export const asSentence = (words: string): string => `${words.replace(/[\s.]+$/, '')}.`

/**
 * Changes of shared data come in series. A dataset waits for more of them before it is written: `shortest` milliseconds
 * and `times` as long as the last writing took, at most `longest` milliseconds.
 */
export const datasetPause = { shortest: 2000, longest: 50_000, times: 2 } as const

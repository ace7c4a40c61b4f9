// How many seeds a random comparison takes, as a factor of what CI takes. `npm run check` leaves out three quarters of those
// that cost seconds; CI runs them with HEDDLE_CASES=1 (.ci/run), a long run with any larger number.

const asked = Number(process.env['HEDDLE_CASES'] ?? 0.25);

/** For comparisons that cost seconds. */
export const sampleScale = asked;

/** For those that cost little, or of which a quarter would not show enough: never less than CI takes. */
export const fullScale = Math.max(1, asked);

/** Something asked again and again: whoever stops or begins anew ends what was under way, also while it waits. */
export class Rounds {
  private run = 0;

  /** Ask until there is nothing more to do; whether it came to that. `current` says whether an answer is still wanted. */
  async begin(ask: (current: () => boolean) => Promise<boolean>, pause: () => Promise<void>): Promise<boolean> {
    const mine = ++this.run;
    const current = (): boolean => mine === this.run;
    while (current()) {
      const more = await ask(current);
      if (!current()) return false;
      if (!more) return true;
      await pause();
    }
    return false;
  }

  stop(): void {
    this.run += 1;
  }
}

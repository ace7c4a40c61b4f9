interface Api {
  like(post: string): Promise<void>;
}

export class LikeButton {
  private likes = 0;

  constructor(
    private api: Api,
    private post: string,
  ) {}

  async like(): Promise<void> {
    this.likes += 1;
    try {
      await this.api.like(this.post);
    } catch {
      this.likes -= 1;
    }
  }

  count(): number {
    return this.likes;
  }
}

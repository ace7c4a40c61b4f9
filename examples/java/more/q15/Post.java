// expect: silent
import java.util.ArrayList;
import java.util.List;

/** Unused objects are kept in a static list; one that was taken belongs to its taker. */
public class Post {
    private static final List<Post> unused = new ArrayList<>();
    private String text;
    private int tries;

    public static Post take(String text) {
        synchronized (unused) {
            int size = unused.size();
            if (size > 0) {
                Post post = unused.remove(size - 1);
                post.text = text;
                post.tries = 0;
                return post;
            }
        }
        Post made = new Post();
        made.text = text;
        return made;
    }

    public static void giveBack(Post post) {
        post.text = null;
        post.tries = 0;
        synchronized (unused) {
            if (unused.size() < 100) unused.add(post);
        }
    }
}

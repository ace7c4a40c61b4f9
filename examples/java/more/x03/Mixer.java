// expect: find reuse player
import java.util.*;
import java.util.concurrent.*;
interface Speaker { CompletionStage<Void> play(List<Integer> samples); }
public class Mixer {
    private final Exchanger<List<Integer>> swap = new Exchanger<>();
    private final Speaker speaker;
    private final Thread player = new Thread(this::play);
    public Mixer(Speaker speaker) { this.speaker = speaker; }
    public void start() { player.start(); }
    public List<Integer> next(List<Integer> filled) throws InterruptedException { return swap.exchange(filled); }
    private void play() {
        List<Integer> empty = new ArrayList<>();
        try {
            while (true) {
                List<Integer> samples = swap.exchange(empty);
                speaker.play(samples);
                samples.clear();
                empty = samples;
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }
}

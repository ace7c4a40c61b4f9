// expect: silent
import java.util.*;
interface Sender { void send(String text); }
interface Senders { Sender make(Desk desk); }
class Mail implements Sender {
    private final Desk desk;
    Mail(Desk desk) { this.desk = desk; }
    public void send(String text) { desk.note(text); }
}
class MailSenders implements Senders {
    private final List<Desk> known = Collections.synchronizedList(new ArrayList<>());
    public Sender make(Desk desk) {
        return new Mail(desk);
    }
    public void tellAll(String text) { for (Desk desk : List.copyOf(known)) desk.note(text); }
}
public class Desk {
    private final Senders senders;
    private final Sender sender;
    private final List<String> notes;
    public Desk(Senders senders) {
        this.senders = senders;
        sender = senders.make(this);
        notes = Collections.synchronizedList(new ArrayList<>());
    }
    public void note(String text) { notes.add(text); }
    public void send(String text) { sender.send(text); }
}

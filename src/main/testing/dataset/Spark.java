import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Answers questions in SQL with Spark. Each line of its input is an object of questions by name; it prints one line with
 * the answers by the same names: {"rows": [[value, ...], ...], "files": those that the plan reads of Iceberg tables} or
 * {"error": why there is none}. Its settings are system properties, spark.*.
 */
class Spark {
  public static void main(String[] arguments) throws Exception {
    var json = new ObjectMapper();
    var spark = SparkSession.builder().getOrCreate();
    var lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      var answers = json.createObjectNode();
      for (var question : json.readTree(line).properties()) {
        var answer = answers.putObject(question.getKey());
        try {
          var frame = spark.sql(question.getValue().asText());
          var rows = answer.putArray("rows");
          for (Row row : frame.collectAsList()) {
            var values = rows.addArray();
            for (int i = 0; i < row.size(); i++) values.addPOJO(row.get(i));
          }
          long files = 0;
          for (var leaf : CollectionConverters.asJava(frame.queryExecution().executedPlan().collectLeaves())) {
            var metric = leaf.metrics().get("resultDataFiles");
            if (metric.isDefined()) files += metric.get().value();
          }
          answer.put("files", files);
        } catch (Exception error) {
          answer.removeAll();
          answer.put("error", error.toString());
        }
      }
      System.out.write((json.writeValueAsString(answers) + "\n").getBytes("UTF-8"));
      System.out.flush();
    }
    spark.stop();
  }
}
